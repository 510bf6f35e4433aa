export * from './table';
export { readDefinition } from './openApi';
export { NotReadable, readYaml } from './yaml';
