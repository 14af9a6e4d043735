/**
 * What a delivery report says of one recipient. `pending`: nothing final yet. `delivered`, `failed` and
 * `expired` are final. `unrecognised`: the meaning of its word or code is not known.
 */
export type SmsReportState = 'pending' | 'delivered' | 'failed' | 'expired' | 'unrecognised';
