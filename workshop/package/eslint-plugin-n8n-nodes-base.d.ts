declare module 'eslint-plugin-n8n-nodes-base' {
	import type { ESLint, Linter } from 'eslint';

	type RuleSet = { rules: Linter.RulesRecord };
	const plugin: ESLint.Plugin & { configs: Record<'community' | 'credentials' | 'nodes', RuleSet> };
	export default plugin;
}
