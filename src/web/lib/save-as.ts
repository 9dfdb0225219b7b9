/** Makes the browser save a file from an API answer: a plain link would not send the access token. */
export function saveAs(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // By then the browser has started reading it.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
