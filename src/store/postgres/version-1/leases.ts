/** The functions for the right to write to a thread. */
export const leases = `
create function {schema}.hold(
  p_thread text, p_token text, p_holder text, p_lease_ms integer, p_from text
) returns table (
  outcome text, now_fence bigint, now_head bigint, now_sum text, other text, other_beat text,
  left_ms double precision
)
language plpgsql security definer set search_path = pg_catalog, pg_temp as $body$
declare
  t record;
  remaining double precision;
begin
  select * into t from {schema}.thread where id = p_thread for update;
  if not found then
    return query select 'missing', null::bigint, null::bigint, null::text, null::text, null::text,
      null::double precision;
    return;
  end if;
  remaining := t.lease_ms - extract(epoch from clock_timestamp() - t.beat) * 1000;
  if t.token = p_token then
    update {schema}.thread set beat = clock_timestamp() where id = p_thread;
    return query select 'held', t.fence, t.head, t.sum, null::text, null::text,
      null::double precision;
  elsif t.token is null or remaining <= 0 or p_from = t.token or p_from = 'anybody' then
    update {schema}.thread
      set token = p_token, holder = p_holder, fence = t.fence + 1, beat = clock_timestamp(),
        lease_ms = p_lease_ms
      where id = p_thread;
    return query select 'held', t.fence + 1, t.head, t.sum, null::text, null::text,
      null::double precision;
  else
    return query select 'busy', t.fence, t.head, t.sum, t.holder, t.beat::text, remaining;
  end if;
end $body$;

create function {schema}.renew(p_token text, p_threads text) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $body$
begin
  -- A renewal that a crash of the server loses only shortens the lease.
  perform set_config('synchronous_commit', 'off', true);
  update {schema}.thread set beat = clock_timestamp()
    where id = any(string_to_array(p_threads, ' ')) and token = p_token;
end $body$;

create function {schema}.release(p_token text, p_threads text) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $body$
begin
  update {schema}.thread set token = null, holder = null, beat = null, lease_ms = null
    where id = any(string_to_array(p_threads, ' ')) and token = p_token;
end $body$;
`;
