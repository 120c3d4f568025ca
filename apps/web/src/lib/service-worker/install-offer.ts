import { openDB } from 'idb'
import { currentLanguage, languageStore } from '../i18n/language.ts'
import { sessionStore } from '../session/session.ts'
import { createStore } from '../store.ts'

/** Only Chromium has it, so it is not in the types of the DOM. */
type InstallPrompt = Event & { readonly prompt: () => Promise<unknown> }
type InstallRecord = { readonly visits: number; readonly dismissed: boolean }

/** A visit of the same day is no second one that says anything. */
const minVisits = 2
const visitedKey = 'veranda-visited'
/** Of the device and not of a user: a refusal outlives a sign-out, which local storage does not. */
const deviceDb = 'veranda-device'
const store = 'settings'
const recordKey = 'install'

/** True while installing the app can be offered: the browser allows it, and it makes sense to this user. */
export const installOffered = createStore(false)

let prompt: InstallPrompt | undefined

/**
 * Names the manifest in the document, by which the browser finds that the app can be installed, and offers it at the
 * second visit of someone who has something here. The browser's own prompt waits until they ask for it.
 */
export function startInstallOffer(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    // This event has it in every browser that sends it.
    prompt = event as InstallPrompt
    void offer()
  })
  addEventListener('appinstalled', stopOffering)
  const link = Object.assign(document.createElement('link'), { rel: 'manifest', href: manifestUrl() })
  document.head.append(link)
  languageStore.subscribe(() => Object.assign(link, { href: manifestUrl() }))
}

/** Returns the address of the manifest in the language of the page; the build writes one for each. */
function manifestUrl(): string {
  const language = currentLanguage()
  return language === 'en' ? '/manifest.json' : `/manifest.${language}.json`
}

async function offer(): Promise<void> {
  const record = await countVisit()
  installOffered.set(!record.dismissed && record.visits >= minVisits && sessionStore.get().status === 'in')
}

/** Shows the browser's prompt, which can be shown once. */
export async function install(): Promise<void> {
  installOffered.set(false)
  await prompt?.prompt()
}

/** Never offers it again on this device. */
export async function dismissInstall(): Promise<void> {
  installOffered.set(false)
  await updateRecord((record) => ({ ...record, dismissed: true }))
}

function stopOffering(): void {
  installOffered.set(false)
}

/** Counts this visit once, however often the page is loaded in it. */
async function countVisit(): Promise<InstallRecord> {
  const isNew = sessionStorage.getItem(visitedKey) === null
  sessionStorage.setItem(visitedKey, '1')
  return updateRecord(({ visits, dismissed }) => ({ visits: visits + (isNew ? 1 : 0), dismissed }))
}

async function updateRecord(change: (record: InstallRecord) => InstallRecord): Promise<InstallRecord> {
  const db = await openDB(deviceDb, 1, { upgrade: (fresh) => void fresh.createObjectStore(store) })
  try {
    // Written here only.
    const former = ((await db.get(store, recordKey)) as InstallRecord | undefined) ?? { visits: 0, dismissed: false }
    const next = change(former)
    await db.put(store, next, recordKey)
    return next
  } finally {
    db.close()
  }
}
