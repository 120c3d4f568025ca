import { changeAccount } from '@veranda/contract/accounts/settings/routes.ts'
import { type AvailableLanguage } from '@veranda/i18n/catalogues.ts'
import { snackbars } from '../../../components/toasts.ts'
import { call } from '../../../lib/api/call.ts'
import { changeLanguage } from '../../../lib/i18n/change-language.ts'
import { translatorFor } from '../../../lib/i18n/i18n.ts'
import { currentLanguage } from '../../../lib/i18n/language.ts'
import { sessionStore } from '../../../lib/session/session.ts'

const snackbarKey = 'language'

/**
 * Changes the language of this device, and of the account of a signed-in user, and says so in the new language. After a
 * failure everything is as it was.
 */
export async function chooseLanguage(language: AvailableLanguage): Promise<void> {
  const say = (key: 'language.changed' | 'language.failed', tone: 'success' | 'error') =>
    snackbars.add({ key: snackbarKey, title: translatorFor('shell', currentLanguage())(key), tone })
  try {
    const isChanged = await changeLanguage(language, async () => {
      if (sessionStore.get().status === 'in') await call(changeAccount, { body: { language } })
    })
    if (isChanged) say('language.changed', 'success')
  } catch (error) {
    console.warn(`change to ${language} failed`, error)
    say('language.failed', 'error')
  }
}
