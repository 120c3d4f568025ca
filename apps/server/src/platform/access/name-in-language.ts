import { deletedUserName } from '@veranda/core/accounts/deletion/deletion.ts'
import { t } from '../i18n.ts'

/**
 * Returns the name of a user as it is shown: that of an erased account is stored in English and shown in the reader's
 * language.
 */
export function nameInLanguage(name: string, language: string): string {
  return name === deletedUserName ? t('accounts/deletion', 'name', {}, language) : name
}

const quotedName = JSON.stringify(deletedUserName)
/** The fields of replies that hold the name of a user. */
const nameField = new RegExp(`(?<="(?:name|username)":)${quotedName}`, 'g')

/** Does the same in a JSON reply. */
export function namesInLanguage(json: string, language: string): string {
  if (!json.includes(quotedName)) return json
  return json.replace(nameField, () => JSON.stringify(nameInLanguage(deletedUserName, language)))
}
