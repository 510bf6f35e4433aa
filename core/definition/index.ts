export * from './table';
export { readDefinition } from './openApi';
export { readYaml } from './yaml';
export { DefinitionError } from './yamlScalars';
