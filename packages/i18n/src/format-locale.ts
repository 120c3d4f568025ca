/** Returns the locale in which texts of a language write numbers and dates: in Latin digits; English is British. */
export function formatLocale(language: string): string {
  return language === 'en' ? 'en-GB' : `${language}-u-nu-latn`
}
