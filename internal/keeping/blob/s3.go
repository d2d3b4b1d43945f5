package blob

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"

	"predate"
)

// S3Options say which bucket.
type S3Options struct {
	Endpoint  string // host, or host:port
	Bucket    string // must exist
	Region    string // may be empty
	Prefix    string // before every name, such as "predate/"; may be empty
	AccessKey string
	SecretKey predate.Secret
	PlainHTTP bool // for a server on this machine only
	// Spool is the directory for the bytes on their way, whose name is known
	// only at their end; empty means the system's.
	Spool string
	// Transport is nil but in tests.
	Transport http.RoundTripper
}

// S3 keeps the bytes in a bucket.
type S3 struct {
	client  *minio.Client
	options S3Options
}

// s3Tries bounds the waiting for a bucket that is away: the queue tries again
// later and with more patience.
const s3Tries = 3

// OpenS3 checks that the bucket is there.
func OpenS3(ctx context.Context, options S3Options) (*S3, error) {
	client, err := minio.New(options.Endpoint, &minio.Options{
		Creds:      credentials.NewStaticV4(options.AccessKey, options.SecretKey.Reveal(), ""),
		Secure:     !options.PlainHTTP,
		Region:     options.Region,
		Transport:  options.Transport,
		MaxRetries: s3Tries,
	})
	if err != nil {
		return nil, fmt.Errorf("open bucket %s at %s: %w", options.Bucket, options.Endpoint, err)
	}
	found, err := client.BucketExists(ctx, options.Bucket)
	if err != nil {
		return nil, fmt.Errorf("open bucket %s at %s: %w", options.Bucket, options.Endpoint, err)
	}
	if !found {
		return nil, fmt.Errorf("open bucket %s at %s: %w", options.Bucket, options.Endpoint, predate.ErrNotFound)
	}
	return &S3{client: client, options: options}, nil
}

// Put spools the bytes, then uploads them unless the bucket has them.
func (s *S3) Put(ctx context.Context, r io.Reader) (predate.Hash, int64, error) {
	file, err := nameless(s.options.Spool)
	if err != nil {
		return "", 0, fmt.Errorf("put blob: %w", err)
	}
	temp, err := spool(ctx, file, r)
	if err != nil {
		return "", 0, fmt.Errorf("put blob: %w", err)
	}
	defer temp.drop()
	if size, err := s.Size(ctx, temp.hash); err == nil && size == temp.size {
		return temp.hash, temp.size, nil
	}
	if err := s.upload(ctx, temp); err != nil {
		return "", 0, fmt.Errorf("put blob %s: %w", temp.hash, away(err))
	}
	return temp.hash, temp.size, nil
}

// nameless makes a temporary file whose name is taken away at once: it is gone
// with the process, however that ends.
func nameless(dir string) (*os.File, error) {
	file, err := os.CreateTemp(dir, tempPattern)
	if err != nil {
		return nil, err
	}
	if err := os.Remove(file.Name()); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return file, nil
}

func (s *S3) upload(ctx context.Context, temp *spooled) error {
	if _, err := temp.Seek(0, io.SeekStart); err != nil {
		return err
	}
	_, err := s.client.PutObject(ctx, s.options.Bucket, s.key(temp.hash), temp.File, temp.size,
		minio.PutObjectOptions{
			ContentType: "application/octet-stream",
			// One request: documents are far below its 5 GiB, and no part of an
			// upload that failed stays behind to be paid for.
			DisableMultipart: true,
		})
	return err
}

// Open begins the download; seeking asks the bucket for that range.
func (s *S3) Open(ctx context.Context, hash predate.Hash) (io.ReadSeekCloser, error) {
	if err := check(hash); err != nil {
		return nil, err
	}
	object, err := s.client.GetObject(ctx, s.options.Bucket, s.key(hash), minio.GetObjectOptions{})
	if err != nil {
		return nil, s3Error("open", hash, err)
	}
	// The client asks for nothing before the first use: ask now.
	if _, err := object.Stat(); err != nil {
		return nil, errors.Join(s3Error("open", hash, err), object.Close())
	}
	return object, nil
}

// Size asks the bucket.
func (s *S3) Size(ctx context.Context, hash predate.Hash) (int64, error) {
	if err := check(hash); err != nil {
		return 0, err
	}
	info, err := s.client.StatObject(ctx, s.options.Bucket, s.key(hash), minio.StatObjectOptions{})
	if err != nil {
		return 0, s3Error("size of", hash, err)
	}
	return info.Size, nil
}

// Delete removes the object. In a bucket that keeps versions the older ones
// remain: such a bucket needs its own expiry rule.
func (s *S3) Delete(ctx context.Context, hash predate.Hash) error {
	if check(hash) != nil {
		return nil // a name of nothing
	}
	err := s.client.RemoveObject(ctx, s.options.Bucket, s.key(hash), minio.RemoveObjectOptions{})
	if err = s3Error("delete", hash, err); err != nil && !errors.Is(err, predate.ErrNotFound) {
		return err
	}
	return nil
}

// Ping asks for the bucket.
func (s *S3) Ping(ctx context.Context) error {
	found, err := s.client.BucketExists(ctx, s.options.Bucket)
	if err == nil && !found {
		err = predate.ErrNotFound
	}
	if err != nil {
		return fmt.Errorf("look at bucket %s: %w", s.options.Bucket, away(err))
	}
	return nil
}

// away marks the error of a bucket that cannot be reached or does not serve now. What
// it refuses is none.
func away(err error) error {
	var refused minio.ErrorResponse
	if errors.Is(err, context.Canceled) || errors.Is(err, predate.ErrNotFound) ||
		errors.As(err, &refused) && refused.StatusCode > 0 && refused.StatusCode < http.StatusInternalServerError {
		return err
	}
	return fmt.Errorf("%w: %w", predate.ErrAway, err)
}

func (s *S3) key(hash predate.Hash) string { return s.options.Prefix + string(hash) }

// s3Error gives nil for nil.
func s3Error(verb string, hash predate.Hash, err error) error {
	if err == nil {
		return nil
	}
	if minio.ToErrorResponse(err).Code == minio.NoSuchKey {
		err = predate.ErrNotFound
	}
	return fmt.Errorf("%s blob %s: %w", verb, hash, away(err))
}
