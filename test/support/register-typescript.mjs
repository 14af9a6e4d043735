// Lets a plain Node process run the sources, for what a test cannot do inside Jest: set a time zone,
// or show that a process ends by itself.
import { register } from 'node:module';

register('./typescript-hooks.mjs', import.meta.url);
