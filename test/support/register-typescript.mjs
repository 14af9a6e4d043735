// Lets a plain Node process run the sources, for what no test can do inside Jest: a zone of its
// own, a process that has to end by itself.
import { register } from 'node:module';

register('./typescript-hooks.mjs', import.meta.url);
