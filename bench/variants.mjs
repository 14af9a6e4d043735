// What is compared. Each has a file of its name in variants/.
export const VARIANTS = {
  'undici-dispatch': 'undici `dispatch`, by hand',
  'undici-request': 'undici `request`, by hand',
  ours: '**`SmsService.send`**',
  'ours-interceptors': '**`SmsService.send`**, own `HttpService` with interceptors',
  'node-http': 'node:http, by hand',
  'fetch-form-data': '`fetch` + `FormData`',
  'axios-form-data': 'axios + form-data, by hand',
  'http-service-form-data': '`HttpService` + form-data, by hand',
  twilio: "twilio-node's `messages.create`",
};
