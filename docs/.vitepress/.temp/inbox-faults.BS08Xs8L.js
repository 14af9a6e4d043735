const _imports_1 = "/assets/inbox-faults.Bj5Ltuu8.png";
export {
  _imports_1 as _
};
