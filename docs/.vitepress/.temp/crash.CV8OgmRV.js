const _imports_4 = "/assets/crash.wbk54Ne5.svg";
export {
  _imports_4 as _
};
