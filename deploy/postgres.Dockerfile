# A node of the database, PostgreSQL kept by Patroni, and the etcd that says which of them is the primary.
FROM debian:12-slim
RUN apt-get update \
  && apt-get install -y --no-install-recommends postgresql-15 patroni etcd-server python3-etcd python3-psycopg2 \
  && rm -rf /var/lib/apt/lists/* /var/lib/postgresql/15 \
  && install -d -o postgres -g postgres -m 700 /data
COPY patroni.yml /etc/patroni.yml
USER postgres
VOLUME /data
CMD ["patroni", "/etc/patroni.yml"]
