import { sendOne } from './codes.js';

void sendOne().then((sent) => console.log(JSON.stringify(sent)));
