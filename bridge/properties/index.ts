import type { INodeProperties } from 'n8n-workflow';

import { authenticationProperty } from './authentication';
import { getChangedProperties } from './changes';
import { recordFieldProperties } from './fields';
import { importProperties, inputModeProperty } from './importFile';
import { findByProperties, lookUpProperties } from './lookUp';
import { operationParameters } from './operations';
import { optionsProperty } from './options';
import { outputProperties } from './output';
import { queryProperties } from './query';
import { recordProperties, requiredParameterProperties, subTablesProperty } from './record';
import { siteCheckProperties } from './siteCheck';
import { toolProperties } from './tool';
import { anyDocumentProperties, documentProperties, operationProperties, resourceProperty } from './resource';
import { saveArgumentProperties } from './saveArguments';
import { toolDescriptionProperties } from './toolDescription';
import { applyToProperties, updateManyProperties, updateModeProperty } from './updateMany';

export { genericHints } from './hints';

/** The parameters of the generic node, in display order. */
export const genericProperties: INodeProperties[] = [
	authenticationProperty,
	resourceProperty,
	...operationProperties,
	...documentProperties,
	...toolDescriptionProperties,
	...findByProperties,
	inputModeProperty,
	...applyToProperties,
	...anyDocumentProperties,
	...recordProperties,
	...requiredParameterProperties,
	subTablesProperty,
	...lookUpProperties,
	...getChangedProperties,
	updateModeProperty,
	...queryProperties,
	...updateManyProperties,
	...toolProperties,
	...outputProperties,
	...recordFieldProperties,
	...operationParameters,
	...importProperties,
	...saveArgumentProperties,
	optionsProperty,
	...siteCheckProperties,
];
