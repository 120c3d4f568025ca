import { textDirection } from './text-direction.ts'

/** Returns the locale in which texts of a language write numbers and dates: in Latin digits; English is British. */
export function formatLocale(language: string): string {
  return language === 'en' ? 'en-GB' : `${language}-u-nu-latn`
}

/** Keeps the sign of a currency such as US$ together in a formatted amount: a right-to-left text takes it apart. */
export function keepSign(amount: string, language: string): string {
  return textDirection(language) === 'rtl' ? amount.replace(/\p{Lu}\p{Sc}/u, '$&\u200e') : amount
}
