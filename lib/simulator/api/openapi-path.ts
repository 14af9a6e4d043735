/** Where the description of everything that the simulator serves is. */
export const OPENAPI_PATH = '/api/openapi.json';
