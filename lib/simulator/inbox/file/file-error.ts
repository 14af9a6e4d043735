import { GatewaySimulatorError } from '../../simulator-error.js';

/** Says why a file cannot be used, and what to do. */
export function fileError(path: string, why: string): GatewaySimulatorError {
  return new GatewaySimulatorError('file', `The file ${path} ${why}`);
}

/** Turns an error of the file system into one of ours. */
export function describeFileError(path: string, error: unknown): GatewaySimulatorError {
  if (error instanceof GatewaySimulatorError) return error;
  const { code = 'unknown error' } = error as NodeJS.ErrnoException;
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return fileError(path, 'is in a folder that does not exist. Create it or use another file.');
    case 'EISDIR':
      return fileError(path, 'is a folder. Use the path of a file.');
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return fileError(
        path,
        `cannot be written (${code}). Both it and its folder must be writable.`,
      );
    default:
      return fileError(path, `cannot be used (${code}). Use another file.`);
  }
}
