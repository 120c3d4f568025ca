import { Button } from '@veranda/ui/button.tsx'
import { IconButton } from '@veranda/ui/icon-button.tsx'
import { TextInput } from '@veranda/ui/text-input.tsx'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import styles from './search-view.module.css'

/** The search begins when typing pauses for this long. */
const pauseMs = 400

type SearchFieldProps = {
  /** The text of the address. */
  text: string
  /** `typing` is true for a search that began while the user typed. */
  onSearch: (text: string, typing: boolean) => void
}

/** Edits the search text, which is also searched for when typing pauses. */
export function SearchField({ text, onSearch }: SearchFieldProps) {
  const t = useTranslations('talent')
  const [typed, setTyped] = useState(text)
  const [asked, setAsked] = useState(text)
  const [knownText, setKnownText] = useState(text)
  if (knownText !== text) {
    setKnownText(text)
    // The address has changed by other means than this field.
    if (text !== asked) {
      setAsked(text)
      setTyped(text)
    }
  }
  function search(next: string, typing = false) {
    setAsked(next)
    onSearch(next, typing)
  }
  const field = useRef<HTMLFormElement>(null)
  const searchTyped = useEffectEvent((next: string) => search(next, true))
  useEffect(() => {
    const next = typed.trim()
    if (next === asked) return
    const timer = setTimeout(() => {
      // A user who has left the field is pressing something else, which a change of the address would interrupt.
      if (field.current?.contains(document.activeElement)) searchTyped(next)
    }, pauseMs)
    return () => clearTimeout(timer)
  }, [typed, asked])
  return (
    <form
      ref={field}
      role="search"
      className={styles.search}
      onSubmit={(event) => {
        event.preventDefault()
        search(typed.trim())
      }}
    >
      <TextInput
        enterKeyHint="search"
        size="large"
        icon="search"
        aria-label={t('search.field')}
        placeholder={t('search.placeholder')}
        maxLength={120}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        after={
          text === '' ? undefined : (
            <IconButton
              size="small"
              icon="close"
              label={t('search.clear')}
              onClick={() => {
                setTyped('')
                search('')
              }}
            />
          )
        }
      />
      <Button kind="filled" size="large" type="submit">
        {t('search.do')}
      </Button>
    </form>
  )
}
