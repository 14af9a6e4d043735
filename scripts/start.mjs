// `npm start`: builds what has changed, then runs the sample app in this same process.
import './end-with-shell.mjs';

await import('./build-sample-app.mjs');
await import('../sample-app/dist/main.js');
