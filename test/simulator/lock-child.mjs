// Locks the file that its parent names and says whether that worked.
import { lockFile } from '../../dist/esm/simulator/inbox/file/file-lock.js';

let unlock = async () => {};
process.on('message', async (path) => {
  await unlock();
  unlock = async () => {};
  try {
    unlock = await lockFile(path);
    process.send('locked');
  } catch (error) {
    process.send(error.message);
  }
});
process.send('ready');
