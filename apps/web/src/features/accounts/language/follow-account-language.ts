import { readAccount } from '@veranda/contract/accounts/settings/routes.ts'
import { type Account } from '@veranda/contract/accounts/settings/schemas.ts'
import { queryCache, queryKeyOf } from '../../../lib/api/query.ts'
import { followLanguage } from '../../../lib/i18n/change-language.ts'
import { languageStore } from '../../../lib/i18n/language.ts'

/**
 * Follows the account's language: at a sign-in, and whenever another device changes it. Fetches again what is on screen
 * after every change of the language, since titles and texts of the server are in the account's.
 */
export function followAccountLanguage(): void {
  const accountKey = queryKeyOf(readAccount, {})
  const accountLanguage = () => queryCache.getQueryData<Account>(accountKey)?.language
  const accountHash = JSON.stringify(accountKey)
  let known: string | undefined
  const follow = () => {
    const language = accountLanguage()
    if (language === known) return
    known = language
    void followLanguage(language)
  }
  follow()
  queryCache.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'updated' && query.queryHash === accountHash) follow()
  })
  languageStore.subscribe(() => void queryCache.invalidateQueries())
}
