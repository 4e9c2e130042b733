export function Sessions() {
  return <p class="empty">…</p>;
}
