// npm passes signals on to its shell only, and some shells (dash) then end alone. The app would keep
// running with nobody to stop it, so it ends once its shell has ended.
const shell = process.ppid;
const watch = setInterval(() => {
  if (process.ppid === shell) return;
  clearInterval(watch);
  process.kill(process.pid, 'SIGTERM');
}, 100).unref();
