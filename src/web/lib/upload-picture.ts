import { fieldMessages } from '#content/fields.ts'
import { messages } from '#content/messages.ts'
import { mostPictureBytes, UploadedPicture } from '#features/catalogue/schema.ts'
import { ApiProblem } from './problem.ts'
import { accessToken } from './session.ts'

/** A line is dead when nothing has moved for so long: on its own the browser waits for many minutes. In milliseconds. */
const longestSilenceMs = 60_000

/**
 * Uploads a picture for a product: `onProgress` receives the share sent so far, from 0 to 1; `signal` cancels it. Uses XMLHttpRequest because
 * a browser's fetch reports no upload progress.
 * @returns the picture's URL, for the tool's `img`.
 * @throws ApiProblem whose detail is the message for the form.
 */
export async function uploadPicture(
  file: Blob,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<string> {
  if (file.size > mostPictureBytes) throw new ApiProblem(413, { detail: fieldMessages.pictureTooLarge })
  const token = await accessToken()
  const answer = await post(file, token, { onProgress, signal })
  const picture = UploadedPicture.safeParse(answer.body)
  if (answer.status === 201 && picture.success) return picture.data.img
  throw new ApiProblem(answer.status, isRecord(answer.body) ? answer.body : { detail: messages.offline })
}

function post(
  file: Blob,
  token: string | undefined,
  { onProgress, signal }: { onProgress: (share: number) => void; signal: AbortSignal },
): Promise<{ status: number; body: unknown }> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest()
    let timer: ReturnType<typeof setTimeout> | undefined
    const end = () => request.abort()
    const wait = () => {
      clearTimeout(timer)
      timer = setTimeout(end, longestSilenceMs)
    }
    signal.addEventListener('abort', end)
    request.open('POST', '/api/picture')
    request.responseType = 'json'
    if (token !== undefined) request.setRequestHeader('Authorization', `Bearer ${token}`)
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      wait()
      onProgress(loaded / total)
    })
    // Fires after a failure or a cancellation too, with status 0.
    request.addEventListener('loadend', () => {
      clearTimeout(timer)
      resolve({ status: request.status, body: request.response })
    })
    wait()
    request.send(file)
  })
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
