/** The nine fields of the document (section 2.3), with the value that it shows where it shows one. */
export const DOCUMENT_FIELDS: Readonly<Record<string, string | undefined>> = {
  userid: undefined,
  mobile: undefined,
  senderid: undefined,
  dltEntityId: undefined,
  msg: undefined,
  sendMethod: 'quick',
  msgType: 'text',
  output: 'json',
  duplicatecheck: 'true',
};

/** Fields that must be there; the document leaves open which. */
export const REQUIRED_FIELDS: readonly string[] = ['userid', 'mobile', 'msg'];

/** Further fields that clients are seen to send. */
export const WILD_FIELDS: ReadonlySet<string> = new Set([
  'password',
  'dltTemplateId',
  'scheduleTime',
  'trackLink',
  'test',
  'testMessage',
  'group',
]);
