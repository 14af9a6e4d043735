const _imports_0 = "/assets/outcomes.Ds1ZkYa6.svg";
export {
  _imports_0 as _
};
