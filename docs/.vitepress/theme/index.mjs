// Without the default theme's font, which every visitor would have to load.
export { default } from 'vitepress/theme-without-fonts';
import './site.css';
