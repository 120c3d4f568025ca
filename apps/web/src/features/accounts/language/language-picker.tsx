import { type ComponentType, lazy, Suspense } from 'react'
import styles from './language-picker.module.css'

// Without it, after a failure of the network, the page is as useful as before.
const LanguageMenu = lazy<ComponentType>(() =>
  import('./language-menu.tsx').then(
    ({ LanguageMenu }) => ({ default: LanguageMenu }),
    () => ({ default: () => null }),
  ),
)

/** Keeps a place for the menu of languages, whose code is not a part of any first load. */
export function LanguagePicker() {
  return (
    <span className={styles.place}>
      <Suspense>
        <LanguageMenu />
      </Suspense>
    </span>
  )
}
