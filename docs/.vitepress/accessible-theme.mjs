// Corrects the roles in templates of VitePress 1.6. Its search dialog is a button with other controls in
// it, which screen readers do not see then. Its home page has no main part.
const RESULT_ID = `:id="'localsearch-item-' + index"`;
const RESULT_SELECTED = `:aria-selected="selectedIndex === index ? 'true' : 'false'"`;

const SEARCH = [
  ['role="button"', 'role="dialog"'],
  [`:aria-owns="results?.length ? 'localsearch-list' : undefined"`, ''],
  ['aria-expanded="true"', 'aria-modal="true"'],
  ['aria-haspopup="listbox"', ''],
  [
    'aria-autocomplete="both"',
    `role="combobox" aria-autocomplete="list" :aria-expanded="results?.length ? 'true' : 'false'"`,
  ],
  // A link in an option would be such a control: it is the option.
  [RESULT_ID, 'role="presentation"'],
  [RESULT_SELECTED, ''],
  ['role="option"', ''],
  // Its name is its text.
  [
    `:aria-label="[...p.titles, p.title].join(' > ')"`,
    `role="option" ${RESULT_ID} ${RESULT_SELECTED}`,
  ],
  ['<kbd :aria-label', '<kbd role="img" :aria-label'],
];

const HOME = [['class="VPHome"', 'role="main" class="VPHome"']];

const CORRECTIONS = { '/VPLocalSearchBox.vue': SEARCH, '/VPHome.vue': HOME };

/** A Vite plugin. The build fails if VitePress has changed. */
export const accessibleTheme = {
  name: 'accessible-theme',
  enforce: 'pre',
  transform(code, id) {
    const [, corrections] = Object.entries(CORRECTIONS).find(([file]) => id.endsWith(file)) ?? [];
    return corrections?.reduce((corrected, [from, to]) => {
      if (!corrected.includes(from)) throw new Error(`${id} does not have ${from}`);
      return corrected.replaceAll(from, to);
    }, code);
  },
};
