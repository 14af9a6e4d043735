const _imports_0 = "/assets/inbox-message.DA_q9TIW.png";
export {
  _imports_0 as _
};
