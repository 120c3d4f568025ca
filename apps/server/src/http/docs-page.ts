/** The page at /api/docs: reads the OpenAPI document and lists every route. Plain DOM calls, so it holds under the CSP. */
export function docsPage(nonce: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Veranda API</title>
<style nonce="${nonce}">
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-inline-size: 64rem; margin-inline: auto; padding: 2rem 1rem; }
details { border-block-start: 1px solid color-mix(in srgb, currentColor 20%, transparent); padding-block: .5rem; }
summary { cursor: pointer; font-family: ui-monospace, monospace; }
summary b { display: inline-block; min-inline-size: 4.5rem; }
pre { overflow: auto; font-size: .8125rem; padding: .75rem; background: color-mix(in srgb, currentColor 7%, transparent); border-radius: .375rem; }
</style>
</head>
<body>
<h1>Veranda API</h1>
<p>Made from the same schemas that check every call. The document itself is <a href="/api/openapi.json">openapi.json</a>.</p>
<main id="routes" aria-busy="true"></main>
<script nonce="${nonce}">
const main = document.getElementById('routes')
const make = (tag, text) => { const e = document.createElement(tag); if (text) e.textContent = text; return e }
fetch('/api/openapi.json').then((r) => r.json()).then((api) => {
  for (const [path, methods] of Object.entries(api.paths)) {
    for (const [method, route] of Object.entries(methods)) {
      const details = make('details')
      const summary = make('summary')
      summary.append(make('b', method.toUpperCase()), path)
      details.append(summary, make('p', route.description || ''))
      for (const [title, part] of [['Parameters', route.parameters], ['Body', route.requestBody], ['Answers', route.responses]]) {
        if (part) details.append(make('h3', title), make('pre', JSON.stringify(part, null, 2)))
      }
      main.append(details)
    }
  }
}).catch(() => main.append(make('p', 'The document could not be loaded.'))).finally(() => main.removeAttribute('aria-busy'))
</script>
</body>
</html>`
}
