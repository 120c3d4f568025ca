import { type AvailableLanguage, availableLanguages, type CatalogueName } from '@veranda/i18n/catalogues.ts'
import { loadCatalogue } from '@veranda/i18n/load-catalogue.ts'
import { textDirection } from '@veranda/i18n/text-direction.ts'
import { deviceStorage } from '../device/device-storage.ts'
import { catalogues } from './i18n.ts'
import { languageStore } from './language.ts'

const storageKey = 'language'
let changes = 0

/**
 * Changes the language of this page and device in place: first loads every catalogue that the page has shown, so that
 * nothing suspends, then waits for `save`. Throws, with everything as it was, if either fails. Returns false if another
 * change began meanwhile.
 */
export async function changeLanguage(next: AvailableLanguage, save?: () => Promise<unknown>): Promise<boolean> {
  changes += 1
  const change = changes
  await loadShownCatalogues(next)
  if (change !== changes) return false
  await save?.()
  // A screen may have been opened while it was saved.
  await loadShownCatalogues(next)
  if (change !== changes) return false
  deviceStorage.set(storageKey, next)
  document.documentElement.lang = next
  document.documentElement.dir = textDirection(next)
  languageStore.set(next)
  return true
}

/** Follows a change of the language in another tab, also one before this call. Returns a function that stops it. */
export function followOtherTabs(): () => void {
  void followLanguage(deviceStorage.get(storageKey))
  const follow = ({ key, newValue }: StorageEvent) => {
    if (key === storageKey) void followLanguage(newValue)
  }
  addEventListener('storage', follow)
  return () => removeEventListener('storage', follow)
}

/** Changes to a language that was chosen elsewhere; if it cannot be loaded, this page stays as it is. */
export async function followLanguage(tag: string | null | undefined): Promise<void> {
  const next = availableLanguages.find((language) => language === tag)
  if (next === undefined || next === languageStore.get()) return
  await changeLanguage(next).catch((error: unknown) => console.warn(`language ${next} failed to load`, error))
}

async function loadShownCatalogues(next: AvailableLanguage): Promise<void> {
  const prefix = `${languageStore.get()}/`
  const missing = [...catalogues.keys()].flatMap((key) => {
    // Keys are made of a language and a name.
    const name = key.slice(prefix.length) as CatalogueName
    return key.startsWith(prefix) && !catalogues.has(`${next}/${name}`) ? [name] : []
  })
  if (missing.length === 0) return
  const loaded = await Promise.all(
    missing.map(async (name) => [`${next}/${name}`, await loadCatalogue(name, next)] as const),
  )
  for (const [key, catalogue] of loaded) catalogues.set(key, catalogue)
  // Others may have been opened meanwhile.
  await loadShownCatalogues(next)
}
