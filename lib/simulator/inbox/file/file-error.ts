import { GatewaySimulatorError } from '../../simulator-error.js';

/** Says why a file can't be used, and what to do. */
export function fileError(path: string, why: string): GatewaySimulatorError {
  return new GatewaySimulatorError('file', `The file ${path} ${why}`);
}

/** The same, of an error of the file system. */
export function describeFileError(path: string, error: unknown): GatewaySimulatorError {
  if (error instanceof GatewaySimulatorError) return error;
  const { code, message } = error as NodeJS.ErrnoException;
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return fileError(path, 'is in a folder that does not exist. Make it, or give another file.');
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return fileError(
        path,
        `cannot be written (${code}). File and folder must be writable: it is rewritten beside itself.`,
      );
    default:
      return fileError(path, `cannot be used (${code ?? message}). Give another file.`);
  }
}
