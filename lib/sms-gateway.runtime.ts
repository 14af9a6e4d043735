// What only an app with an account needs. One module, because Jest cannot import two at the same time, and
// Nest builds providers at the same time.
export { AccountFactory, openAccount } from './account/account-factory.js';
export { createAccount, createConnection } from './account/create-account.js';
export { createAuthProvider } from './auth/create-auth-provider.js';
export { FailoverAccount } from './failover/failover-account.js';
export { checkOptions, isAuthProvider } from './options/check-options.js';
