export default function Tools() {
  return <p>tools</p>
}
