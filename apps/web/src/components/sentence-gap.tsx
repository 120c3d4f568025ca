import { useLanguage } from '../lib/i18n/language.ts'

/** Separates two sentences that are messages of their own: by a blank, which Japanese and Chinese do not have. */
export function SentenceGap() {
  return ['ja', 'zh'].includes(useLanguage()) ? null : ' '
}
