import { stopRemembered } from './site';

export default stopRemembered;
