/** The credential type for each value of the node's Authentication parameter. */
export const SIGN_IN_TYPES = {
	basic: 'mediaOperationsBasicApi',
	jwt: 'mediaOperationsJwtApi',
	oAuth2: 'mediaOperationsOAuth2Api',
} as const;
export type SignIn = keyof typeof SIGN_IN_TYPES;
export const SIGN_INS = Object.keys(SIGN_IN_TYPES) as SignIn[];
