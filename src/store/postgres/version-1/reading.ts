/**
 * The functions that read a part of a thread's rows. Who reads the newest pays for those only, however long the
 * thread is: the planner, which takes threads to be of average length, is left no other way than the index.
 */
export const reading = `
create function {schema}.page_forward(
  p_thread text, p_from bigint, p_to bigint, p_holding boolean, p_rows integer, p_bytes bigint
) returns table (first bigint, last bigint, lines bytea)
language plpgsql stable set enable_bitmapscan = off set enable_seqscan = off set enable_sort = off
as $body$
declare
  start bigint := p_from;
begin
  if p_holding then
    select b.first into start from {schema}.batch b
      where b.thread = p_thread and b.first <= p_from order by b.first desc limit 1;
  end if;
  return query select page.first, page.last, page.lines from (
      select b.first, b.last, b.lines,
        sum(octet_length(b.lines)) over (order by b.first rows unbounded preceding)
          - octet_length(b.lines) as bytes_before
      from {schema}.batch b
      where b.thread = p_thread and b.first >= coalesce(start, p_from) and b.first <= p_to
      order by b.first limit p_rows
    ) page where bytes_before < p_bytes;
end $body$;

create function {schema}.page_backward(
  p_thread text, p_from bigint, p_holding boolean, p_rows integer, p_bytes bigint
) returns table (first bigint, last bigint, lines bytea)
language plpgsql stable set enable_bitmapscan = off set enable_seqscan = off set enable_sort = off
as $body$
declare
  start bigint := p_from;
begin
  if p_holding then
    select b.first into start from {schema}.batch b
      where b.thread = p_thread and b.first <= p_from order by b.first desc limit 1;
    -- A row that is cut is whole with the row after it only.
    select b.first into start from {schema}.batch b
      where b.thread = p_thread and b.first >= start and not b.is_cut order by b.first limit 1;
  end if;
  return query select page.first, page.last, page.lines from (
      select b.first, b.last, b.lines,
        sum(octet_length(b.lines)) over (order by b.first desc rows unbounded preceding)
          - octet_length(b.lines) as bytes_before
      from {schema}.batch b
      where b.thread = p_thread and b.first <= coalesce(start, p_from)
      order by b.first desc limit p_rows
    ) page where bytes_before < p_bytes;
end $body$;

create function {schema}.first_bytes(p_thread text, p_bytes integer) returns table (bytes bytea)
language plpgsql stable set enable_bitmapscan = off set enable_seqscan = off set enable_sort = off
as $body$
begin
  return query select substring(b.lines from 1 for p_bytes) from {schema}.batch b
    where b.thread = p_thread order by b.first limit 1;
end $body$;

create function {schema}.extent(p_thread text)
returns table (first bigint, head bigint, size bigint, last_stored bigint)
language plpgsql stable set enable_bitmapscan = off set enable_seqscan = off set enable_sort = off
as $body$
begin
  return query select t.first, t.head, t.size, (
      select b.last from {schema}.batch b where b.thread = p_thread order by b.first desc limit 1
    ) from {schema}.thread t where t.id = p_thread;
end $body$;
`;
