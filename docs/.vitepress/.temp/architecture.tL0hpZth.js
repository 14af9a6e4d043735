const _imports_2 = "/assets/architecture.CISF0Eg5.svg";
export {
  _imports_2 as _
};
