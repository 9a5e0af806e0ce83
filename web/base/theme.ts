/** The design as a Mantine theme; the colours are in theme.css, light and dark next to each other. */
import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core'

const brand: MantineColorsTuple = [
  '#EEF2FF',
  '#E0E7FF',
  '#C3CFFE',
  '#A1B4FB',
  '#8098F7',
  '#6380F2',
  '#4C69E8',
  '#3D56D6',
  '#3247B5',
  '#2A3C94',
]
const red: MantineColorsTuple = [
  '#FDEBEC',
  '#FAD4D6',
  '#F5A9AD',
  '#FF8F8C',
  '#EF6468',
  '#E24A51',
  '#D6363F',
  '#C92A33',
  '#B3202A',
  '#8E1820',
]

const gray: MantineColorsTuple = [
  '#F6F7F9',
  '#F0F2F5',
  '#E9ECF0',
  '#E2E5EA',
  '#CBD0D8',
  '#AAB1BC',
  '#868E9B',
  '#525A67',
  '#343A44',
  '#1B1E25',
]
const dark: MantineColorsTuple = [
  '#ECEEF2',
  '#AEB6C2',
  '#929BA8',
  '#737C8A',
  '#2E333C',
  '#2A2F38',
  '#22262E',
  '#181B21',
  '#101318',
  '#0B0D11',
]

/** Media query of a phone, the same breakpoint as in every style sheet. */
export const PHONE = '(max-width: 47.99em)'
export const theme = createTheme({
  colors: { brand, red, gray, dark },
  primaryColor: 'brand',
  primaryShade: { light: 7, dark: 6 },
  fontFamily: "'Inter Variable', 'Inter Fallback', 'Inter Fallback Wide', system-ui, 'Segoe UI', Roboto, sans-serif",
  fontFamilyMonospace: "'JetBrains Mono', ui-monospace, 'Cascadia Mono', Menlo, monospace",
  fontSizes: { xs: '0.75rem', sm: '0.875rem', md: '0.875rem', lg: '0.9375rem', xl: '1.0625rem' },
  lineHeights: { xs: '1.334', sm: '1.43', md: '1.43', lg: '1.467', xl: '1.412' },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.375rem', lineHeight: '1.875rem', fontWeight: '650' },
      h2: { fontSize: '1.0625rem', lineHeight: '1.5rem' },
      h3: { fontSize: '0.9375rem', lineHeight: '1.375rem' },
      h4: { fontSize: '0.875rem', lineHeight: '1.25rem' },
    },
  },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.25rem', xl: '1.5rem' },
  radius: { xs: '0.25rem', sm: '0.375rem', md: '0.625rem', lg: '0.875rem', xl: '62rem' },
  defaultRadius: 'sm',
  breakpoints: { xs: '36em', sm: '48em', md: '64em', lg: '80em', xl: '90em' },
  shadows: {
    xs: '0 1px 2px rgb(0 0 0 / 6%)',
    sm: '0 1px 2px rgb(0 0 0 / 6%)',
    md: '0 4px 16px rgb(0 0 0 / 10%)',
    lg: '0 16px 48px rgb(0 0 0 / 18%)',
    xl: '0 16px 48px rgb(0 0 0 / 18%)',
  },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Modal: { defaultProps: { radius: 'lg', size: 440, centered: true, overlayProps: { backgroundOpacity: 0.45 } } },
    Drawer: { defaultProps: { size: 480, position: 'right' } },
    // The header of a dialog is not a landmark of the page.
    ModalHeader: { defaultProps: { role: 'presentation' } },
    DrawerHeader: { defaultProps: { role: 'presentation' } },
    // A placeholder that takes the first focus would be an invalid child of a menu.
    // Its items belong into main: text outside of landmarks is an accessibility fault.
    Menu: {
      defaultProps: {
        portalProps: { target: 'main' },
        withInitialFocusPlaceholder: false,
        radius: 'md',
        shadow: 'md',
        transitionProps: { duration: 120 },
      },
    },
    Popover: { defaultProps: { radius: 'md', shadow: 'md', transitionProps: { duration: 120 } } },
    Combobox: { defaultProps: { radius: 'md', shadow: 'md' } },
    Tooltip: {
      defaultProps: { events: { hover: true, focus: true, touch: false }, openDelay: 300, multiline: true, maw: 320 },
    },
    Paper: { defaultProps: { radius: 'md', withBorder: true } },
    Tabs: { defaultProps: { keepMounted: false } },
    Loader: { defaultProps: { type: 'oval' } },
  },
})

const SHARED = {
  '--mantine-color-body': 'var(--k-surface)',
  '--mantine-color-text': 'var(--k-text)',
  '--mantine-color-bright': 'var(--k-text)',
  '--mantine-color-dimmed': 'var(--k-text-2)',
  '--mantine-color-placeholder': 'var(--k-text-3)',
  '--mantine-color-anchor': 'var(--k-link)',
  '--mantine-color-error': 'var(--k-danger)',
  '--mantine-color-default': 'var(--k-surface)',
  '--mantine-color-default-hover': 'var(--k-surface-2)',
  '--mantine-color-default-color': 'var(--k-text)',
  '--mantine-color-default-border': 'var(--k-border-control)',
  '--mantine-color-disabled': 'var(--k-surface-2)',
  '--mantine-color-disabled-color': 'var(--k-text-3)',
  '--mantine-color-disabled-border': 'var(--k-border)',
  '--mantine-color-brand-text': 'var(--k-link)',
  '--mantine-color-brand-light': 'var(--k-nav-fill)',
  '--mantine-color-brand-light-hover': 'var(--k-nav-fill-hover)',
  '--mantine-color-brand-light-color': 'var(--k-nav-text)',
  '--mantine-color-brand-outline': 'var(--k-link)',
  '--mantine-color-red-text': 'var(--k-danger)',
  '--mantine-color-red-light': 'var(--k-danger-fill)',
  '--mantine-color-red-light-color': 'var(--k-danger)',
  '--mantine-color-red-outline': 'var(--k-danger)',
  '--mantine-color-gray-light': 'var(--k-neutral-fill)',
  '--mantine-color-gray-light-hover': 'var(--k-surface-2)',
  '--mantine-color-gray-light-color': 'var(--k-neutral)',
  '--mantine-color-gray-text': 'var(--k-text-2)',
}

/** Sets Mantine's own variables to our colours. */
export const cssVariables: CSSVariablesResolver = () => ({ variables: {}, light: SHARED, dark: SHARED })
