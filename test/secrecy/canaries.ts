import { type SmsMessage, SmsAuthProvider } from '../../lib/index.js';

// With characters that forms, headers, URLs, JSON and HTML write in different ways.
export const USER = 'käthe+Ünüsual user';
export const PASSWORD = 'p@ss "w&rd"/ß✓%41';
const KEY = 'K3Y/canary+secret==';
export const TOKEN = 'tök3n/Canary+Value==';
export const NUMBER = '919876501234';
export const OTHER = '919876501235';
export const TEXT = 'Dear Zoë, your one-time code is G-482913 & it "ends" soon <b>';
const CUSTOMER = 'Canary, Käthe & Sons';

/** What must not be shown, in any form. */
export const SECRETS = [
  USER,
  PASSWORD,
  `${USER}:${PASSWORD}`,
  KEY,
  TOKEN,
  NUMBER,
  NUMBER.slice(2),
  OTHER,
  TEXT,
  '482913',
  CUSTOMER,
];

export const MESSAGE: SmsMessage = {
  to: [NUMBER, '+91 98765 01235'],
  text: TEXT,
  senderId: 'CANARYSND',
  fields: { customer: CUSTOMER },
};

class Own extends SmsAuthProvider {
  credentials() {
    return Promise.resolve({
      headers: { 'X-Key': KEY, Authorization: `Bearer ${encodeURIComponent(TOKEN)}` },
      fields: { userid: USER, pin: PASSWORD },
    });
  }
}

export const TOKEN_AUTH = {
  method: 'token',
  userId: USER,
  password: PASSWORD,
  timeZone: 'UTC',
} as const;

/** Every way to authenticate. */
export const AUTH = {
  token: TOKEN_AUTH,
  password: { method: 'password', userId: USER, password: PASSWORD },
  apiKey: { method: 'apiKey', userId: USER, apiKey: KEY },
  own: new Own(),
} as const;
