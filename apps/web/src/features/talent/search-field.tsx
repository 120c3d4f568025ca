import { Button } from '@veranda/ui/button.tsx'
import { IconButton } from '@veranda/ui/icon-button.tsx'
import { TextInput } from '@veranda/ui/text-input.tsx'
import { useState } from 'react'
import { useWords } from '../../lib/words.ts'
import styles from './search-screen.module.css'

/** The words one looks for. Give it the words of the address as its key. */
export function SearchField({ text, onSearch }: { text: string; onSearch: (text: string) => void }) {
  const t = useWords('talent')
  const [typed, setTyped] = useState(text)
  return (
    <form
      role="search"
      className={styles.search}
      onSubmit={(event) => {
        event.preventDefault()
        onSearch(typed.trim())
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
            <IconButton size="small" icon="close" label={t('search.clear')} onClick={() => onSearch('')} />
          )
        }
      />
      <Button kind="filled" size="large" type="submit">
        {t('search.do')}
      </Button>
    </form>
  )
}
