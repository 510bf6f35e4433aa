export * from './types';
export * from './releases';
export * from './operators';
export * from './protocol';
export * from './proofs';
export * from './saveArguments';
export * from './documents';
export * from './events';
