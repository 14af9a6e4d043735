// `npm start`: builds what has changed, then runs the sample app in this same process.
// npm passes signals on to its shell only, and some shells (dash) then end alone. The app would live on
// with nobody to stop it, so it ends once its shell has.
const shell = process.ppid;
const watch = setInterval(() => {
  if (process.ppid === shell) return;
  clearInterval(watch);
  process.kill(process.pid, 'SIGTERM');
}, 100).unref();

await import('./build-sample-app.mjs');
await import('../sample-app/dist/main.js');
