/** Returns the direction in which a language of the product is written. */
export function textDirection(language: string): 'ltr' | 'rtl' {
  return language === 'ar' ? 'rtl' : 'ltr'
}

/** Letters of Hebrew, Arabic and the scripts between and after them, in the blocks of Unicode for right-to-left. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/

/**
 * Returns a text for a sentence of `language` between the marks of UAX #9 that give it a direction of its own, where it
 * may differ from that of the sentence. For texts on screen, since a mail program or a file may show the marks.
 */
export function isolateText(text: string, language: string): string {
  return textDirection(language) === 'rtl' || rightToLeft.test(text) ? `\u2068${text}\u2069` : text
}
